import { BtcpError } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';
import { playwrightTest } from './playwright-test.js';
import { puppeteerScript } from './puppeteer-script.js';

export interface Exported {
  body: string;
  type: string;
  name?: string;
}

export interface Recording {
  btcp: 1;
  title: string;
  actions: RecordedAction[];
}

export function exportRecording(format: string, title: string, actions: RecordedAction[]): Exported {
  switch (format) {
    case 'json':
      return { body: JSON.stringify(actions), type: 'application/json' };
    case 'btcp': {
      const recording: Recording = { btcp: 1, title, actions };
      return { body: `${JSON.stringify(recording, null, 2)}\n`, type: 'application/json', name: 'recording.btcp.json' };
    }
    case 'puppeteer':
      return { body: puppeteerScript(title, actions), type: 'text/javascript; charset=utf-8', name: 'recording.mjs' };
    case 'playwright':
      return {
        body: playwrightTest(title, actions),
        type: 'text/plain; charset=utf-8',
        name: 'recording.spec.ts',
      };
    default:
      throw new BtcpError('invalid_input', `There is no format "${format}".`, {
        hint: 'The formats are json, btcp, puppeteer and playwright.',
      });
  }
}
