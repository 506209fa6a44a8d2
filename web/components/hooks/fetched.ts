import { useEffect, useState } from 'preact/hooks';

/**
 * A part of the page that is loaded on first use, such as the video player.
 * @param load must be the same function each time; its result is cached
 * @returns null until it is loaded
 */
export function useFetched<T extends object>(load: () => Promise<T>, onFailed: (error: unknown) => void): T | null {
  const [module, setModule] = useState(() => (loadedModules.get(load) as T | undefined) ?? null);
  useEffect(() => {
    if (module) return;
    load().then((loaded) => {
      loadedModules.set(load, loaded);
      setModule(() => loaded);
    }, onFailed);
  }, []);
  return module;
}

const loadedModules = new Map<() => Promise<object>, object>();
