/** `KB` is 1000 bytes; `KiB` is 1024, and so is `K`. */
const byteUnits: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  ...Object.fromEntries(
    ['k', 'm', 'g', 't'].flatMap((letter, index) => [
      [`${letter}b`, 1000 ** (index + 1)],
      [`${letter}ib`, 1024 ** (index + 1)],
      [letter, 1024 ** (index + 1)],
    ]),
  ),
};

/** The forms of a setting that is a size, as the end of a sentence. */
export const byteForms =
  'a number of bytes, or a number with KB, MB, GB or TB, or KiB, MiB, GiB or TiB: 500MB, 2GB, 512MiB';

/** `0`, `500MB`, `512 MiB` or `1.5 TB` → bytes; undefined for another text. */
export function readBytes(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = byteUnits[unit.toLowerCase()];
  if (number === undefined || factor === undefined) return undefined;
  const bytes = Math.round(Number(number) * factor);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

const secondsOf: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** The forms of a setting that is a duration, as the end of a sentence. */
export const durationForms = 'a number of seconds, or a number with s, m, h or d: 90, 5m, 8h, 30d';

/** `90`, `90s`, `5m`, `8h` or `30d` → seconds; undefined for another text. */
export function readSeconds(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9})\s*([smhd]?)$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * (secondsOf[unit] ?? 1);
}
