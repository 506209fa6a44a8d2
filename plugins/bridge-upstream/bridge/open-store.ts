import { StoreError, type Driver } from './driver.ts';
import { createFolderDriver } from './drivers/folder.ts';
import { createGocryptfsDriver } from './drivers/gocryptfs.ts';
import { createRcloneCryptDriver } from './drivers/rclone-crypt.ts';
import { requiringMount } from './mount-check.ts';
import type { InspectSettings } from './settings.ts';
import { StartupError } from './startup-error.ts';
import type { StoreSettings } from './store-settings.ts';

/**
 * Creates the configured driver; its `check` shows whether the store is available and the key is correct.
 * @throws StartupError
 */
export function openStore({ store, requireMount }: Pick<InspectSettings, 'store' | 'requireMount'>): Driver {
  try {
    const driver = createDriver(store);
    return requireMount ? requiringMount(driver, store.root) : driver;
  } catch (error) {
    if (error instanceof StoreError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

/** @throws StartupError with the reason why the store cannot be opened */
export async function mustOpen(driver: Driver): Promise<void> {
  try {
    await driver.check(new AbortController().signal);
  } catch (error) {
    if (error instanceof StoreError) throw new StartupError(error.message, { cause: error });
    throw error;
  }
}

function createDriver(store: StoreSettings): Driver {
  switch (store.driver) {
    case 'folder':
      return createFolderDriver({ root: store.root });
    case 'rclone-crypt':
      return createRcloneCryptDriver({ ...store.crypt, root: store.root });
    case 'gocryptfs':
      return createGocryptfsDriver({ root: store.root, password: store.password });
  }
}
