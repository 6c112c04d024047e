// A port that Chrome refuses.
const NOWHERE = 'http://127.0.0.1:9/';

// Sign-in features that open windows of Chrome.
const IN_A_WINDOW_OF_CHROME = ['FedCm', 'WebIdentityDigitalCredentials'];

// Suggestions below the address bar, which are pages of Chrome in a renderer of their own, for each profile.
const OF_THE_ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

// The flags of our puppeteer-core, which is loaded while Chrome starts; a test compares them.
const OF_PUPPETEER = [
  '--allow-pre-commit-input',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--enable-automation',
  '--export-tagged-pdf',
  '--force-color-profile=srgb',
  '--generate-pdf-document-outline',
  '--metrics-recording-only',
  '--no-first-run',
  '--password-store=basic',
  '--use-mock-keychain',
];

const WITHOUT_A_SCREEN = ['--headless=new', '--hide-scrollbars', '--mute-audio'];

const OURS = [
  '--disable-component-update',
  // Stops most background requests of Chrome.
  `--component-updater=url-source=${NOWHERE}`,
  `--gaia-url=${NOWHERE}`,
  '--no-default-browser-check',
  '--no-pings',
  '--remote-debugging-pipe',
];

const ENABLED = ['PdfOopif'];

const DISABLED = [
  'Translate',
  'AcceptCHFrame',
  'MediaRouter',
  'OptimizationHints',
  'WebUIReloadButton',
  'ProcessPerSiteUpToMainFrameThreshold',
  'IsolateSandboxedIframes',
  'NetworkTimeServiceQuerying',
  // Chrome would describe every form to a server of Google.
  'AutofillServerCommunication',
  ...IN_A_WINDOW_OF_CHROME,
  ...OF_THE_ADDRESS_BAR,
];

/** Chrome takes the last of several lists of features, so the lists in `flags` are joined with ours. */
export function chromeArguments(profile: string, isHeaded: boolean, flags: readonly string[]): string[] {
  const chosen = flags.filter((flag) => !/^--(?:en|dis)able-features=/.test(flag));
  return [
    ...OF_PUPPETEER,
    ...OURS,
    ...(isHeaded ? [] : WITHOUT_A_SCREEN),
    features('--enable-features', ENABLED, flags),
    features('--disable-features', DISABLED, flags),
    `--user-data-dir=${profile}`,
    // Chrome opens an address that is given in place of an empty page.
    ...(chosen.every((flag) => flag.startsWith('-')) ? ['about:blank'] : []),
    ...chosen,
  ];
}

function features(name: string, ours: readonly string[], flags: readonly string[]): string {
  const others = flags.filter((flag) => flag.startsWith(`${name}=`)).map((flag) => flag.slice(name.length + 1));
  return `${name}=${[...ours, ...others].join(',')}`;
}
