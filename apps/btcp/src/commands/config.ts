import { MASK } from '@btcp/protocol';
import { settingOf } from '../settings/definitions.js';
import type { SettingName, Settings, Source, Sources } from '../settings/settings.js';

interface Row {
  name: SettingName;
  // Null where it is left out and has no default.
  value: string | boolean | null;
  from: Source['kind'];
  source: string | null;
}

export async function run(settings: Settings, _words: string[], _commands: unknown, sources: Sources): Promise<number> {
  const rows = Object.entries(sources)
    .filter(([name]) => name !== 'json')
    .map(([name, source]) => rowOf(name as SettingName, settings, source));
  console.log(settings.json ? JSON.stringify({ success: true, settings: rows }, null, 2) : textOf(rows));
  return 0;
}

function rowOf(name: SettingName, settings: Settings, { kind, name: source }: Source): Row {
  const { standard, isSecret } = settingOf(name);
  const value = settings[name];
  const shown = value === undefined ? (standard ?? null) : isSecret ? MASK : value;
  return { name, value: shown, from: kind, source: source ?? null };
}

function textOf(rows: readonly Row[]): string {
  const cells = [
    ['SETTING', 'VALUE', 'FROM'],
    ...rows.map(({ name, value, from, source }) => [
      name,
      String(value ?? '-'),
      from === 'default' ? from : `${from} ${source}`,
    ]),
  ];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
