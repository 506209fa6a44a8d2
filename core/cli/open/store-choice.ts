import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError, type Call } from '../arguments.ts';

/** The store to open: a local one with a driver of the bridge, or that of a running bridge. */
export type StoreChoice =
  | { readonly driver: 'folder' | 'rclone-crypt' | 'gocryptfs'; readonly folder: string }
  | { readonly driver: 'bridge'; readonly url: string };

const vaults = ['rclone-crypt', 'gocryptfs'] as const;

/** @throws UsageError unless exactly one store is named */
export function chosenStore(words: readonly string[], options: Call['options']): StoreChoice {
  if ([...words, options.url, options.data, ...vaults.map((driver) => options[driver])].includes('')) {
    throw new UsageError('open was given an empty name: look at the variable that it came from');
  }
  const choices: StoreChoice[] = words.map((folder) => ({ driver: 'folder', folder: wholePath(folder) }));
  for (const driver of vaults) {
    const folder = options[driver];
    if (folder !== undefined) choices.push({ driver, folder: wholePath(folder) });
  }
  if (options.url !== undefined) choices.push({ driver: 'bridge', url: wholeUrl(options.url) });
  const [choice, ...others] = choices;
  if (choice && others.length === 0) return choice;
  throw new UsageError(
    choice
      ? 'open takes one store: a folder, --rclone-crypt, --gocryptfs or --url'
      : 'open needs the folder of your photos, or --rclone-crypt, --gocryptfs or --url',
  );
}

/** Whether the bridge needs the keys of the store. */
export const isVault = ({ driver }: StoreChoice): boolean => driver === 'rclone-crypt' || driver === 'gocryptfs';

/** The display name of a store, which is also stored in the note in the data folder. */
export function storeName(choice: StoreChoice): string {
  if (choice.driver === 'bridge') return choice.url;
  return choice.driver === 'folder' ? choice.folder : `${choice.driver} ${choice.folder}`;
}

/** Normalises an address, so that different spellings lead to the same library. */
function wholeUrl(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url;
}

/** Normalises a path, so that different paths to one folder lead to the same library. */
function wholePath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
