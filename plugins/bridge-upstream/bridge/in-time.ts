import { BridgeError } from './errors.ts';

/**
 * `work`, or an error when it takes longer: reads of a network folder whose server has gone can hang in the operating
 * system for ever, whatever signal they are given.
 * @throws BridgeError `upstream_timeout`
 */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new BridgeError(
          'upstream_timeout',
          `The store did not answer within ${Math.round(milliseconds / 1000)} seconds.`,
        ),
      );
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
