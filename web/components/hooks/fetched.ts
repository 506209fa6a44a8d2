import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

type Load<T> = () => Promise<T>;

/**
 * A part of the page that is loaded on first use, such as the video player.
 * @param load must be the same function each time; its result is cached
 * @returns null until it is loaded, and whether that has failed: for good, since browsers cache failed modules
 */
export function useFetched<T extends object>(load: Load<T>): readonly [part: T | null, hasFailed: boolean] {
  const { connection } = useApp();
  const [part, setPart] = useState(() => (parts.get(load) as T | undefined) ?? null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (part) return;
    fetchPart(load).then(
      (loaded) => {
        setPart(() => loaded);
      },
      () => {
        // Browsers do not say why.
        void connection.doubt().then(() => {
          setHasFailed(true);
        });
      },
    );
  }, []);
  return [part, hasFailed];
}

/** Loads a part in advance, so that it is drawn at once. If that fails, `useFetched` reports it. */
export function prefetch(load: Load<object>): void {
  fetchPart(load).catch(() => undefined);
}

const parts = new Map<Load<object>, object>();

async function fetchPart<T extends object>(load: Load<T>): Promise<T> {
  const part = await load();
  parts.set(load, part);
  return part;
}
