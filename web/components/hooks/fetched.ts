import { useEffect, useState } from 'preact/hooks';

/**
 * A part of the page that is fetched when it is needed first, as the player of videos.
 * @param load always the same function; what it once answered is there at once
 * @returns null until it is there
 */
export function useFetched<T extends object>(load: () => Promise<T>, onFailed: (error: unknown) => void): T | null {
  const [there, setThere] = useState(() => (kept.get(load) as T | undefined) ?? null);
  useEffect(() => {
    if (there) return;
    load().then((loaded) => {
      kept.set(load, loaded);
      setThere(() => loaded);
    }, onFailed);
  }, []);
  return there;
}

const kept = new Map<() => Promise<object>, object>();
