import { useEffect, useState } from 'preact/hooks';

/**
 * A part of the page that is loaded on first use, such as the video player.
 * @param load must be the same function each time; its result is cached
 * @returns null until it is loaded
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
