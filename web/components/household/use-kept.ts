import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { KeptThings } from '../../state/household/kept-things.ts';

/** What is kept from somebody, asked anew when the page comes; null for who is not told. */
export function useKept(): KeptThings | null {
  const { kept, session } = useApp();
  const mayKnow = session.may('write');
  useEffect(() => {
    if (mayKnow) void kept.follow();
  }, [mayKnow]);
  return mayKnow ? kept : null;
}
