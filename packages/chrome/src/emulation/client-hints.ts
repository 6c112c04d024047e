import type { Protocol } from 'puppeteer-core';

const PLATFORMS: readonly [RegExp, string][] = [
  [/Android ([\d.]+)/, 'Android'],
  [/Windows NT ([\d.]+)/, 'Windows'],
  [/Mac OS X ([\d._]+)/, 'macOS'],
  [/CrOS \S+ ([\d.]+)/, 'Chrome OS'],
  [/Linux()/, 'Linux'],
];

/** Returns the client hints that a Chrome with this user agent sends; undefined for browsers that send none. */
export function clientHints(userAgent: string): Protocol.Emulation.UserAgentMetadata | undefined {
  const version = /(?:Chrome|CriOS)\/([\d.]+)/.exec(userAgent)?.[1];
  if (version === undefined || /iPhone|iPad/.test(userAgent)) return undefined;
  const edge = /Edg\/([\d.]+)/.exec(userAgent)?.[1];
  const brands = [
    { brand: 'Chromium', version },
    { brand: edge ? 'Microsoft Edge' : 'Google Chrome', version: edge ?? version },
    { brand: 'Not/A)Brand', version: '24.0.0.0' },
  ];
  const [pattern, platform] = PLATFORMS.find(([pattern]) => pattern.test(userAgent)) ?? [/()/, 'Unknown'];
  const mobile = /Mobile/.test(userAgent);
  return {
    brands: brands.map(({ brand, version }) => ({ brand, version: version.split('.')[0] ?? '' })),
    fullVersionList: brands,
    platform,
    platformVersion: (pattern.exec(userAgent)?.[1] ?? '').replaceAll('_', '.'),
    architecture: platform === 'Android' ? '' : 'x86',
    model: /Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?([^;)]+?)(?: Build\/[^)]*)?\)/.exec(userAgent)?.[1] ?? '',
    mobile,
    bitness: platform === 'Android' ? '' : '64',
    wow64: false,
  };
}
