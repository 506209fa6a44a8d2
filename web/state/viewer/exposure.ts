/** The camera settings of a photo, in photographers' notation. */
export interface Exposure {
  readonly shutter: string | null;
  readonly aperture: string | null;
  readonly iso: string | null;
  readonly focalLength: string | null;
}

/** @param exif the server's EXIF data: groups of fields */
export function exposureOf(exif: Readonly<Record<string, unknown>>, language?: string): Exposure {
  const fields = { ...groupOf(exif, 'ifd0'), ...groupOf(exif, 'exif') };
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const [time, aperture, iso, focal] = ['ExposureTime', 'FNumber', 'ISO', 'FocalLength'].map((name) =>
    positive(fields[name]),
  );
  return {
    shutter: time ? shutter(time, number) : null,
    aperture: aperture ? `ƒ/${number.format(aperture)}` : null,
    iso: iso ? `ISO ${Math.round(iso)}` : null,
    focalLength: focal ? `${number.format(focal)} mm` : null,
  };
}

function shutter(seconds: number, number: Intl.NumberFormat): string {
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)} s` : `${number.format(seconds)} s`;
}

function groupOf(exif: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const group = exif[name];
  return typeof group === 'object' && group !== null ? (group as Record<string, unknown>) : {};
}

function positive(value: unknown): number | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'number' && Number.isFinite(first) && first > 0 ? first : null;
}
