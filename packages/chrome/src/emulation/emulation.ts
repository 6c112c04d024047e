import { BtcpError } from '@btcp/protocol';
import type { EmulationInput, EmulationSettings, ScriptContext } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { clientHints } from './client-hints.js';
import { deviceSettings } from './devices.js';

export interface Browser {
  root: CDPSession;
  context: string | undefined;
}

// Settings that scripts read once, when the page loads.
const READ_ON_LOAD = ['device', 'mobile', 'touch', 'userAgent', 'locale', 'timezone', 'pixelRatio'] as const;

export class Emulation {
  readonly #browser: () => Promise<Browser>;
  // Pages and frames; workers take only a part of it.
  readonly #sessions = new Map<CDPSession, ScriptContext['context']>();
  #settings: EmulationSettings = {};
  #own: { userAgent: string; version: string } | undefined;

  constructor(browser: () => Promise<Browser>) {
    this.#browser = browser;
  }

  get names(): string[] {
    return namesOf(this.#settings);
  }

  get viewport(): { width: number; height: number } | undefined {
    const { width, height } = this.#effective;
    return width === undefined || height === undefined ? undefined : { width, height };
  }

  get metrics(): { deviceScaleFactor: number; mobile: boolean } {
    const { pixelRatio = 1, mobile = false } = this.#effective;
    return { deviceScaleFactor: pixelRatio, mobile };
  }

  async follow(cdp: CDPSession, { context }: ScriptContext): Promise<void> {
    this.#sessions.set(cdp, context);
    if (this.names.length > 0) await this.#apply(cdp, context, this.#effective);
  }

  /** Returns whether a page that is open may have to be loaded again. */
  async change({ reset = false, ...given }: EmulationInput): Promise<boolean> {
    const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const before = this.#settings;
    // A device stands for all that it sets.
    const base = reset ? {} : wanted.device === undefined ? before : withoutDevice(before);
    const next: EmulationSettings = { ...base, ...wanted };
    await this.#learn();
    const effective = effectiveOf(next, this.#own?.version ?? '');
    await this.#permit(before, next);
    for (const cdp of this.#sessions.keys()) if (cdp.detached) this.#sessions.delete(cdp);
    const problems: unknown[] = [];
    for (const [cdp, context] of this.#sessions) {
      await this.#apply(cdp, context, effective).catch((thrown) => problems.push(thrown));
    }
    const [problem] = problems;
    if (problem !== undefined) {
      for (const [cdp, context] of this.#sessions) await this.#apply(cdp, context, this.#effective).catch(() => {});
      throw refused(problem);
    }
    this.#settings = next;
    return READ_ON_LOAD.some((name) => before[name] !== next[name]);
  }

  get #effective(): EmulationSettings {
    return effectiveOf(this.#settings, this.#own?.version ?? '');
  }

  async #learn(): Promise<void> {
    const { root } = await this.#browser();
    const { userAgent, product } = await root.send('Browser.getVersion');
    this.#own ??= { userAgent, version: product.replace(/^.*\//, '') };
  }

  async #permit({ permissions: old = [], latitude }: EmulationSettings, next: EmulationSettings): Promise<void> {
    const { root, context } = await this.#browser();
    const wanted = new Set([...(next.permissions ?? []), ...(next.latitude === undefined ? [] : ['geolocation'])]);
    const gone = [...old, ...(latitude === undefined ? [] : ['geolocation'])].filter((name) => !wanted.has(name));
    const set = (name: string, setting: 'granted' | 'prompt') =>
      root.send('Browser.setPermission', {
        permission: { name },
        setting,
        ...(context === undefined ? {} : { browserContextId: context }),
      });
    await Promise.all([...[...wanted].map((name) => set(name, 'granted')), ...gone.map((name) => set(name, 'prompt'))]);
  }

  async #apply(cdp: CDPSession, context: ScriptContext['context'], settings: EmulationSettings): Promise<void> {
    const { locale = '', timezone = '', cpuSlowdown = 1, touch = false } = settings;
    const isOwn = settings.userAgent === undefined && locale === '';
    const userAgent = isOwn ? '' : (settings.userAgent ?? this.#own?.userAgent ?? '');
    const metadata = clientHints(userAgent);
    const agent = {
      userAgent,
      ...(locale === '' ? {} : { acceptLanguage: languages(locale) }),
      ...(metadata ? { userAgentMetadata: metadata } : {}),
    };
    // Frames of one process share these, and workers of old versions have none of it.
    const shared = [
      cdp.send('Emulation.setLocaleOverride', locale === '' ? {} : { locale: locale.replaceAll('-', '_') }),
      cdp.send('Emulation.setTimezoneOverride', { timezoneId: timezone }),
    ];
    const isPage = context === 'page';
    const own = cdp.send('Emulation.setUserAgentOverride', agent);
    const results = await Promise.allSettled([
      ...shared,
      isPage ? own : own.catch(() => {}),
      ...(isPage ? this.#applyToPage(cdp, { ...settings, cpuSlowdown, touch }) : []),
    ]);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    const real = failed.filter(
      (reason) => isPage && !/already in effect|wasn't found|not supported|Target closed|Session closed/.test(reason),
    );
    if (real[0] !== undefined) throw new Error(real[0]);
  }

  #applyToPage(cdp: CDPSession, settings: EmulationSettings): Promise<unknown>[] {
    const { latitude, longitude, accuracy = 10, cpuSlowdown = 1, touch = false, media } = settings;
    const place = latitude === undefined || longitude === undefined ? {} : { latitude, longitude, accuracy };
    return [
      cdp.send('Emulation.setEmulatedMedia', {
        media: media === 'print' ? 'print' : '',
        features: featuresOf(settings),
      }),
      latitude === undefined
        ? cdp.send('Emulation.clearGeolocationOverride')
        : cdp.send('Emulation.setGeolocationOverride', place),
      cdp.send('Emulation.setTouchEmulationEnabled', { enabled: touch, ...(touch ? { maxTouchPoints: 5 } : {}) }),
      cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }),
    ];
  }
}

function effectiveOf(settings: EmulationSettings, version: string): EmulationSettings {
  const { device, ...own } = settings;
  return device === undefined ? own : { ...deviceSettings(device, version), ...own };
}

function withoutDevice(settings: EmulationSettings): EmulationSettings {
  const {
    device: _,
    width: _width,
    height: _height,
    pixelRatio: _ratio,
    mobile: _mobile,
    touch: _touch,
    userAgent: _agent,
    ...rest
  } = settings;
  return rest;
}

function featuresOf({
  colorScheme,
  reducedMotion,
  forcedColors,
  contrast,
}: EmulationSettings): Protocol.Emulation.MediaFeature[] {
  return [
    { name: 'prefers-color-scheme', value: colorScheme ?? '' },
    {
      name: 'prefers-reduced-motion',
      value: reducedMotion === undefined ? '' : reducedMotion ? 'reduce' : 'no-preference',
    },
    { name: 'forced-colors', value: forcedColors === undefined ? '' : forcedColors ? 'active' : 'none' },
    { name: 'prefers-contrast', value: contrast ?? '' },
  ];
}

// As Chrome sends it: the language without its country comes second.
function languages(locale: string): string {
  const [language = locale] = locale.split('-');
  return language === locale ? locale : `${locale},${language}`;
}

function namesOf(settings: EmulationSettings): string[] {
  const { device, width, height, pixelRatio, mobile, touch, userAgent, locale, timezone, latitude, longitude } =
    settings;
  const { permissions = [], colorScheme, reducedMotion, forcedColors, contrast, media, cpuSlowdown } = settings;
  const names: (string | false | undefined)[] = [
    device,
    width !== undefined && `${width} × ${height}`,
    pixelRatio !== undefined && `pixel ratio ${pixelRatio}`,
    mobile !== undefined && (mobile ? 'mobile' : 'not mobile'),
    touch !== undefined && (touch ? 'touch' : 'no touch'),
    userAgent !== undefined && 'another user agent',
    locale,
    timezone,
    latitude !== undefined && `at ${latitude}, ${longitude}`,
    permissions.length > 0 && `permissions ${permissions.join(' ')}`,
    colorScheme && `${colorScheme} colours`,
    reducedMotion !== undefined && (reducedMotion ? 'reduced motion' : 'full motion'),
    forcedColors !== undefined && (forcedColors ? 'forced colours' : 'no forced colours'),
    contrast && `${contrast} contrast`,
    media === 'print' && 'print media',
    cpuSlowdown !== undefined && cpuSlowdown > 1 && `scripts ${cpuSlowdown} times slower`,
  ];
  return names.filter((name) => typeof name === 'string');
}

function refused(cause: unknown): BtcpError {
  const reason = String(cause).replace(/^.*?(?:Protocol error \([^)]*\): )/, '');
  return new BtcpError('invalid_input', `Chrome does not take the settings: ${reason}. Nothing was changed.`, {
    hint: 'Time zones are such as Europe/Berlin, locales such as de-DE.',
    cause,
  });
}
