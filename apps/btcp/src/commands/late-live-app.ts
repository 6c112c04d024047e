import type { LiveApp } from '@btcp/mcp';

/** Loads the rest when a client shows the live view: most never do. */
export function lateLiveApp(opensWith: LiveApp['opensWith'], load: () => Promise<LiveApp>): LiveApp {
  let loading: Promise<LiveApp> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    opensWith,
    page: async () => (await loaded()).page(),
    streamOrigins: async () => (await loaded()).streamOrigins(),
    ticket: async (...call) => (await loaded()).ticket(...call),
    poll: async (...call) => (await loaded()).poll(...call),
    send: async (...call) => (await loaded()).send(...call),
  };
}
