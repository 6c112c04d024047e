import { BtcpError } from '@btcp/tools';

export function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): BtcpError {
  const [message, hint] =
    cause.code === 'EADDRINUSE'
      ? [`Port ${port} of ${host} is in use.`, 'Choose another with --port N, or a free one with --port 0.']
      : [`Cannot serve on ${host}:${port}: ${cause.message}.`, 'Choose another address with --host and --port.'];
  return new BtcpError('busy', message, { hint, cause });
}
