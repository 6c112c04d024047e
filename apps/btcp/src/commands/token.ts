import type { Settings } from '../settings/settings.js';
import { readServerState } from '../system/state-file.js';
import { rotateToken, userToken } from '../system/token.js';

export async function run({ rotate, json }: Settings): Promise<number> {
  const token = rotate ? rotateToken() : userToken();
  const running = readServerState();
  const open = running ? `${running.url}/${running.token ? `#token=${running.token}` : ''}` : null;
  console.log(json ? JSON.stringify({ token, open }) : token);
  if (!json && open)
    console.error(rotate ? 'The server that runs keeps its token until it is started again.' : `Open ${open}`);
  return 0;
}
