// Writes the table of devices that browser_emulate knows, from the descriptors of the installed Playwright.
// Run it after an update of Playwright: node scripts/device-presets.mjs
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { devices } = createRequire(`${root}apps/btcp/package.json`)('@playwright/test');

const LANDSCAPE = / landscape$/;
const names = Object.keys(devices).filter((name) => !LANDSCAPE.test(name));
const turned = new Set(Object.keys(devices).filter((name) => LANDSCAPE.test(name)));

/** @param {{ width: number, height: number } | undefined} size */
const sides = (size) => (size ? [size.width, size.height] : []);

/** Versions of Chrome are left out: the running one is put in, so that it agrees with what Chrome says elsewhere. */
const agents = [...new Set(names.map((name) => agentOf(devices[name].userAgent)))];
const rows = names.map((name) => {
  const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices[name];
  const landscape = turned.has(`${name} landscape`) ? sides(devices[`${name} landscape`].viewport) : [];
  const flags = (isMobile ? 1 : 0) + (hasTouch ? 2 : 0);
  return [name, agents.indexOf(agentOf(userAgent)), deviceScaleFactor, flags, ...sides(viewport), ...landscape];
});

/** @param {string} agent */
function agentOf(agent) {
  return agent.replace(/(Chrome|HeadlessChrome|Edg)\/[\d.]+/g, '$1/*');
}

const text = `// Made by scripts/device-presets.mjs from the descriptors of Playwright.

export const USER_AGENTS: readonly string[] = ${JSON.stringify(agents)};

/** Name, index of the user agent, pixel ratio, 1 for mobile and 2 for touch, viewport, viewport when turned. */
export const DEVICE_ROWS: readonly (readonly [string, number, number, number, ...number[]])[] = ${JSON.stringify(rows)};
`;
writeFileSync(`${root}packages/chrome/src/emulation/device-rows.ts`, text);
