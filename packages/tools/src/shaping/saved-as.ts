import { isObject } from '@btcp/protocol';

/** Returns the path of the file that a result is about: its own, or that of the first complete download. */
export function fileIn(data: unknown): string | null | undefined {
  const { file, path, effects } = data as FileData;
  return file !== undefined
    ? file
    : (path ?? effects?.downloads?.find((download) => download.path !== undefined)?.path);
}

/** Returns the same data with that file at another path, to be rendered for a caller who saves it there. */
export function savedAs<Data>(data: Data, path: string): Data {
  const kept = fileIn(data);
  if (!isObject(data) || typeof kept !== 'string') return data;
  const { file, effects } = data as FileData;
  if (file !== undefined) return { ...data, file: path };
  if (data.path === kept) return { ...data, path };
  const downloads = effects?.downloads?.map((each) => (each.path === kept ? { ...each, path } : each));
  return { ...data, effects: { ...effects, downloads } };
}

// Where results name a file that the server keeps.
interface FileData {
  file?: string | null;
  path?: string;
  effects?: { downloads?: { path?: string }[] };
}
