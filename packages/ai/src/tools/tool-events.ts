/** Identifies a call among those that run at once. */
export interface ToolCallInfo {
  toolCallId: string;
}

/** Listeners for every call; their errors are printed and ignored. */
export interface ToolEvents<Result> {
  onToolCall?: ((toolName: string, args: unknown, call: ToolCallInfo) => unknown) | undefined;
  onToolResult?: ((toolName: string, result: Result, call: ToolCallInfo) => unknown) | undefined;
  onToolError?: ((toolName: string, error: Error, call: ToolCallInfo) => unknown) | undefined;
}

export function notify<Event extends unknown[]>(
  listener: ((...event: Event) => unknown) | undefined,
  ...event: Event
): void {
  const report = (thrown: unknown) => console.error('A listener of the browser tools failed:', thrown);
  try {
    void Promise.resolve(listener?.(...event)).catch(report);
  } catch (thrown) {
    report(thrown);
  }
}
