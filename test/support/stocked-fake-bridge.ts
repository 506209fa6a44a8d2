import { FakeBridgeStore } from './fake-bridge-store.ts';
import { startFakeBridge, type FakeBridge } from './fake-bridge.ts';
import { plainSet } from './plain-vault.ts';

/** A fake bridge with the plain set in its store, and access to the store. */
export async function stockedFakeBridge(): Promise<{ bridge: FakeBridge; store: FakeBridgeStore }> {
  const bridge = await startFakeBridge();
  const store = new FakeBridgeStore(bridge);
  for (const { path, bytes, listed } of await plainSet()) if (listed) await store.put(path, bytes);
  return { bridge, store };
}
