import type { WebDriver } from './web-driver.ts';

type PageFunction = string | ((...parameters: never[]) => unknown);

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SIZE = { width: 1300, height: 850 };

/** A window of a WebDriver session with the methods of Puppeteer's `Page` that tests of page code use. */
export class WebDriverPage {
  readonly #driver: WebDriver;
  readonly #window: string;
  readonly mouse = { click: (x: number, y: number) => this.#click(x, y) };
  readonly keyboard = { press: (key: string) => this.#press(key) };

  private constructor(driver: WebDriver, window: string) {
    this.#driver = driver;
    this.#window = window;
  }

  static async open(driver: WebDriver): Promise<WebDriverPage> {
    const { handle } = (await driver.command('POST', '/window/new', { type: 'window' })) as { handle: string };
    const page = new WebDriverPage(driver, handle);
    await page.#command('POST', '/window/rect', SIZE);
    return page;
  }

  goto(url: string): Promise<unknown> {
    return this.#command('POST', '/url', { url });
  }

  goBack(): Promise<unknown> {
    return this.#command('POST', '/back', {});
  }

  close(): Promise<unknown> {
    return this.#command('DELETE', '/window');
  }

  /** WebDriver does not report errors in pages. */
  on(): void {}

  async evaluate(run: PageFunction, ...parameters: unknown[]): Promise<unknown> {
    const code = typeof run === 'string' ? `() => (${run})` : String(run);
    const script = `const parameters = [...arguments], done = parameters.pop();
      (async () => (${code})(...parameters))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const said = await this.#command('POST', '/execute/async', { script, args: parameters });
    const { value, error } = said as { value?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return value ?? undefined;
  }

  $eval(selector: string, run: PageFunction, ...parameters: unknown[]): Promise<unknown> {
    return this.evaluate(`(${run})(document.querySelector(${JSON.stringify(selector)}), ${list(parameters)})`);
  }

  $$eval(selector: string, run: PageFunction, ...parameters: unknown[]): Promise<unknown> {
    return this.evaluate(`(${run})([...document.querySelectorAll(${JSON.stringify(selector)})], ${list(parameters)})`);
  }

  async click(selector: string): Promise<void> {
    await this.#command('POST', `/element/${idOf(await this.#find(selector))}/click`, {});
  }

  async type(selector: string, text: string): Promise<void> {
    await this.#command('POST', `/element/${idOf(await this.#find(selector))}/value`, { text });
  }

  #find(selector: string): Promise<unknown> {
    return this.#command('POST', '/element', { using: 'css selector', value: selector });
  }

  async #click(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async #press(key: string): Promise<void> {
    const actions = [
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ];
    await this.#command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  #command(method: string, path: string, body?: object): Promise<unknown> {
    return this.#driver.command(method, path, body, this.#window);
  }
}

function list(parameters: unknown[]): string {
  return parameters.map((parameter) => JSON.stringify(parameter)).join(', ');
}

function idOf(element: unknown): string {
  return (element as { [ELEMENT]: string })[ELEMENT];
}
