import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { KeptThings } from '../../state/household/kept-things.ts';

/**
 * The albums and people that are withheld from some users, read again when the component mounts; null for users who may not
 * know.
 */
export function useKept(): KeptThings | null {
  const { kept, session } = useApp();
  const mayKnow = session.may('write');
  useEffect(() => {
    if (mayKnow) void kept.follow();
  }, [mayKnow]);
  return mayKnow ? kept : null;
}
