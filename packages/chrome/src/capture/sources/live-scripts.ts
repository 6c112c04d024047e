import type { CDPSession, Protocol } from 'puppeteer-core';

type Script = Protocol.Debugger.ScriptParsedEvent;

export class LiveScripts {
  readonly #ids = new Set<string>();
  readonly #byUrl = new Map<string, Script[]>();

  /** The debugger is on only meanwhile: it slows scripts down. */
  static async read(cdp: CDPSession): Promise<LiveScripts> {
    const scripts = new LiveScripts();
    const onParsed = (script: Script) => scripts.#add(script);
    cdp.on('Debugger.scriptParsed', onParsed);
    try {
      // Sent together, so that no `debugger` statement comes in between.
      await Promise.all([cdp.send('Debugger.enable'), cdp.send('Debugger.setSkipAllPauses', { skip: true })]);
    } finally {
      cdp.off('Debugger.scriptParsed', onParsed);
      await cdp.send('Debugger.disable').catch(() => {});
    }
    return scripts;
  }

  #add(script: Script): void {
    this.#ids.add(script.scriptId);
    if (!script.sourceMapURL) return;
    this.#byUrl.set(script.url, [...(this.#byUrl.get(script.url) ?? []), script]);
  }

  has(scriptId: string): boolean {
    return this.#ids.has(scriptId);
  }

  /** The script with a source map at this line, counted from 0: the scripts in a document share its address. */
  at(url: string, line: number): Script | undefined {
    return this.#byUrl.get(url)?.find(({ startLine, endLine }) => startLine <= line && line <= endLine);
  }
}
