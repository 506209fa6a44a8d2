import { rmSync } from 'node:fs';
import { composeServer } from '../../core/compose/server.ts';
import { inject } from '../../core/compose/inject.ts';
import { keyringFile } from '../../core/encryption/keyring-file.ts';
import type { LibraryKeys } from '../../core/encryption/library-keys.ts';
import type { SimilarPhotos } from '../../core/http/wire.ts';
import type { PhotoSource } from '../../core/plugin-api/index.ts';
import { Registry } from '../../core/plugins/registry.ts';
import { readConfig } from '../../core/settings/env.ts';
import { createVectorIndexProvider } from '../../plugins/vectors-local/vector-indexes.ts';
import { putKeyring } from './library-keys.ts';
import { readerToken, type LibraryPlace } from './convertible-library.ts';

interface Answers {
  /** Uids that a search by words finds. */
  readonly words: readonly string[];
  /** The results of the vector index, with scores. */
  readonly alike: readonly (readonly [uid: string, score: number])[];
}

/** The responses of a server for a library of `makeLibrary`. An encrypted library gets a keyring first. */
export async function answersIn({ dataDir, backupDir }: LibraryPlace, keys: LibraryKeys | null): Promise<Answers> {
  if (keys) await putKeyring(dataDir, keys);
  const container = composeServer(
    readConfig({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, LOG_LEVEL: 'silent', WEAK_PASSWORD_HASHES_FOR_TESTS: '1' }),
    keys,
  );
  const vectorIndexes = createVectorIndexProvider();
  const provided = [
    { kind: 'photo-source' as const, implementation: {} as PhotoSource },
    { kind: 'vector-index' as const, implementation: vectorIndexes },
  ];
  const contribution = { provided, routes: [], healthChecks: [] };
  container.register(inject.plugins, { useValue: new Registry([{ name: 'given', version: '1', contribution }]) });
  const server = await container.resolve(inject.server);
  try {
    const ask = async <T>(url: string): Promise<T> => {
      const { payload, statusCode } = await server.inject({ url, headers: { authorization: `Bearer ${readerToken}` } });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${payload}`);
      return JSON.parse(payload) as T;
    };
    const { results: found } = await ask<{ results: { uid: string }[] }>('/api/search?q=gull');
    const { results: alike } = await ask<SimilarPhotos>('/api/photos/photo%201/similar');
    return {
      words: found.map(({ uid }) => uid),
      alike: alike.map(({ uid, score }) => [uid, score] as const),
    };
  } finally {
    await server.stop();
    await container.resolve(inject.vectors).close();
    await vectorIndexes.close();
    await container.resolve(inject.photoReader).close();
    container.resolve(inject.db).close();
    rmSync(keyringFile(dataDir), { force: true });
  }
}
