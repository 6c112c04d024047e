import { join } from 'node:path';
import { dataDirectory } from '@btcp/chrome/directories';
import { databaseAddress } from '../settings/database.js';
import { type Settings, usageError } from '../settings/settings.js';
import { copyWorkspace } from '../store/copy-workspace.js';
import { PostgresDatabase } from '../store/postgres/postgres-database.js';
import { SqliteDatabase } from '../store/sqlite/sqlite-database.js';

export async function run(settings: Settings, [what]: string[]): Promise<number> {
  if (what !== 'copy') throw usageError('btcp database needs a verb.', 'Use btcp database copy.');
  const address = databaseAddress(settings);
  if (!address) throw usageError('btcp database copy needs --database.', 'Give postgres://USER:PASSWORD@HOST/NAME.');
  // Refused while a server has it open.
  const file = new SqliteDatabase(join(dataDirectory(), 'workspace'));
  try {
    const database = await PostgresDatabase.open(address);
    const copied = await copyWorkspace(file, database).finally(() => database.close());
    const { agents, sessions, messages } = copied;
    console.log(
      settings.json
        ? JSON.stringify({ success: true, copied })
        : `Copied ${agents} agents, ${sessions} sessions and ${messages} messages. The file is unchanged.\nThe files of sessions stay in the data folder.`,
    );
    return 0;
  } finally {
    await file.close();
  }
}
