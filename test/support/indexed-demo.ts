import { cpSync } from 'node:fs';
import type { FaceList, Status } from '../../core/http/wire.ts';
import { LibraryClient } from './library-client.ts';
import { prepared } from './prepared.ts';
import { startServerProcess } from './server-process.ts';
import { until } from './until.ts';

/**
 * Whether all 59 faces of the demo library are found and belong to its eight people, so that no person is added,
 * changed or removed any more. Before that, there may temporarily be eight other people.
 */
export async function demoIsGrouped(get: <T>(path: string) => Promise<T>): Promise<boolean> {
  const [status, unassigned] = [await get<Status>('/api/status'), await get<FaceList>('/api/faces/unassigned')];
  return status.people === 8 && status.faces === 59 && status.pending === 0 && unassigned.total === 0;
}

/** Fills a data folder with an indexed demo library with its people, as a stopped server leaves it. */
export async function copyIndexedDemo(dataDir: string): Promise<void> {
  cpSync(await prepared('demo', indexDemo), dataDir, { recursive: true });
}

async function indexDemo(dataDir: string): Promise<void> {
  const server = await startServerProcess({ DATA_DIR: dataDir }, { command: 'demo' });
  try {
    const library = await LibraryClient.signIn(server.url, { username: 'admin', password: 'admin-demo' });
    await until(() => demoIsGrouped((path) => library.json(path)), 500);
  } finally {
    await server.stop();
  }
}
