export interface Setting {
  kind: 'text' | 'switch';
  value?: string;
  standard?: string;
  /** A flag that can be given several times, and a list in the config file. */
  isRepeatable?: true;
  isSecret?: true;
  /** Another variable that sets it: of agent-browser, for programs written for it, or of OpenTelemetry. */
  otherVariable?: string;
  help: string;
}
