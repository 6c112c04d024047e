/** What a listener is told beside the tool's name, to tell apart calls that run at once. */
export interface ToolCallInfo {
  toolCallId: string;
}

/** Told of every call. What a listener throws is printed, and changes nothing. */
export interface ToolEvents<Result> {
  onToolCall?: ((toolName: string, args: unknown, call: ToolCallInfo) => unknown) | undefined;
  onToolResult?: ((toolName: string, result: Result, call: ToolCallInfo) => unknown) | undefined;
  onToolError?: ((toolName: string, error: Error, call: ToolCallInfo) => unknown) | undefined;
}

/** Calls a listener that must not break what it listens to. */
export function tell<Told extends unknown[]>(listener: ((...told: Told) => unknown) | undefined, ...told: Told): void {
  const report = (thrown: unknown) => console.error('A listener of the browser tools failed:', thrown);
  try {
    void Promise.resolve(listener?.(...told)).catch(report);
  } catch (thrown) {
    report(thrown);
  }
}
