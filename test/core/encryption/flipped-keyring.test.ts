import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import { parseKeyring, settingsIn, type KeyringContent } from '../../../core/encryption/keyring-content.ts';
import { keyringFile } from '../../../core/encryption/keyring-file.ts';
import { unlockedBy } from '../../../core/encryption/keyring.ts';
import type { UnlockSecret } from '../../../core/encryption/slots.ts';
import { parseRecord, type SnapshotRecord } from '../../../core/upkeep/snapshots/snapshot-record.ts';
import { isSigned } from '../../../core/upkeep/snapshots/snapshot-signature.ts';
import { withHouse } from '../../support/encrypted-house.ts';
import { flips, flipsOf } from '../../support/flipped-file.ts';
import { isLongRun } from '../../support/long-run.ts';

/** Upper-case hexadecimal digits mean the same, and one flipped bit can make them so. */
const sameDigits = (keyring: KeyringContent): unknown => ({ ...keyring, mac: keyring.mac.toLowerCase() });

/** The text with one flipped bit, for one bit after another. */
function* flippedTexts(text: Buffer): Generator<{ place: string; flipped: string }> {
  const bytes = Buffer.from(text);
  for (const { at, bit } of flipsOf(bytes.length, flips)) {
    bytes[at]! ^= 1 << bit;
    yield { place: `byte ${at}, bit ${bit}`, flipped: bytes.toString('utf8') };
    bytes[at]! ^= 1 << bit;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The keyring with its settings after a secret has opened it; null if it is refused or not opened. */
async function trusted(keyring: KeyringContent | undefined, secret: UnlockSecret): Promise<unknown> {
  if (!keyring) return null;
  try {
    const keys = await unlockedBy(keyring, secret);
    return keys && { keyring: sameDigits(keyring), settings: settingsIn(keys, keyring), index: keys.of('index') };
  } catch (error) {
    if (error instanceof StartupError && error.problem === 'keyring_changed') return null;
    throw error;
  }
}

describe('a flipped bit', () => {
  it('is detected in a keyring with its signing secret and plugin switches', () =>
    withHouse(async ({ folder, recoveryKey }) => {
      const secret = { kind: 'recovery', recoveryKey } as const;
      const text = readFileSync(keyringFile(folder));
      const whole = await trusted(parseKeyring(parsed(text.toString('utf8'))), secret);
      expect(whole).to.have.property('settings');
      let refused = 0;
      for (const { place, flipped } of flippedTexts(text)) {
        const found = await trusted(parseKeyring(parsed(flipped)), secret);
        if (found === null) refused += 1;
        else expect(found, place).to.deep.equal(whole);
      }
      // The others change the case of a digit.
      expect(refused).to.be.greaterThan(flips * 0.95);
    }));

  it('is detected in a snapshot and in its record', () =>
    withHouse(async (house) => {
      const snapshot = await house.take();
      const bytes = readFileSync(snapshot);
      const text = readFileSync(`${snapshot}.json`);
      const record = parseRecord(text.toString('utf8'))!;
      const key = house.keys.of('snapshots');
      const secret = { kind: 'recovery', recoveryKey: house.recoveryKey } as const;
      const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
      const isOurs = (given: SnapshotRecord, content: { size: number; sha256: string }): boolean =>
        given.size === content.size && given.sha256 === content.sha256 && isSigned(snapshot, given, key);
      const content = { size: statSync(snapshot).size, sha256: hashOf(bytes) };
      expect(isOurs(record, content)).to.equal(true);

      // Hashing the snapshot takes as long as a thousand other flips.
      for (const { at, bit } of flipsOf(bytes.length, isLongRun ? flips : 100)) {
        bytes[at]! ^= 1 << bit;
        expect(isOurs(record, { ...content, sha256: hashOf(bytes) }), `byte ${at}, bit ${bit}`).to.equal(false);
        bytes[at]! ^= 1 << bit;
      }
      const keyring = await trusted(record.keyring, secret);
      expect(keyring).to.have.property('settings');
      for (const { place, flipped } of flippedTexts(text)) {
        const found = parseRecord(flipped);
        if (!found || !isOurs(found, content) || !found.keyring) continue;
        const opened = await trusted(found.keyring, secret);
        if (opened !== null) expect(opened, place).to.deep.equal(keyring);
      }
    }));
});
