import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds that one code is for (RFC 6238, as every app has it). */
const period = 30;

/** A fresh shared secret: 160 bits in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** What an authenticator app reads from the QR code. */
export function provisioningUri(secret: string, account: string): string {
  return generateURI({ issuer: 'Photofinch', label: account, secret });
}

/**
 * The time step that a code of six digits is for, when it is right: this one, or the one before or after, since clocks
 * differ and people type slowly.
 * @param now epoch seconds
 * @param usedStep the last step whose code was taken: neither it nor an older one is taken again
 * @returns null when the code is wrong, or used
 */
export function stepOfCode(secret: string, code: string, now: number, usedStep: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const result = verifySync({ secret, token: code, epoch: now, epochTolerance: period });
  if (!result.valid || !('timeStep' in result)) return null;
  return result.timeStep > usedStep ? result.timeStep : null;
}
