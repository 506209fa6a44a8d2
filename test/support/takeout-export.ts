import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The content of a side file in an export; the rest is as in real exports. */
export interface SaidInExport {
  readonly title: string;
  readonly description?: string;
  /** Epoch seconds. */
  readonly takenAt?: number;
  readonly geoData?: readonly [lat: number, lng: number];
  readonly geoDataExif?: readonly [lat: number, lng: number];
  readonly people?: readonly string[];
  readonly favorited?: true;
  readonly trashed?: true;
}

const point = ([latitude, longitude]: readonly [number, number]) => ({
  ...{ latitude, longitude, altitude: 0, latitudeSpan: 0, longitudeSpan: 0 },
});

/** Writes the files of an export in the format of Google Takeout. Paths are relative to its folder. */
export class TakeoutExport {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    mkdirSync(root, { recursive: true });
  }

  write(path: string, content: Buffer | string, time = 1_700_000_000): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, time, time);
  }

  side(path: string, said: SaidInExport): void {
    const { title, description = '', takenAt = 1_564_000_000, people, favorited, trashed } = said;
    const json = {
      title,
      description,
      imageViews: '7',
      creationTime: { timestamp: '1600000000', formatted: '13.09.2020, 12:26:40 UTC' },
      photoTakenTime: { timestamp: String(takenAt), formatted: '24.07.2019, 20:26:40 UTC' },
      geoData: point(said.geoData ?? [0, 0]),
      geoDataExif: point(said.geoDataExif ?? [0, 0]),
      ...(people && { people: people.map((name) => ({ name })) }),
      ...(favorited && { favorited }),
      ...(trashed && { trashed }),
      url: 'https://photos.google.com/photo/x',
      googlePhotosOrigin: { mobileUpload: { deviceType: 'ANDROID_PHONE' } },
    };
    this.write(path, JSON.stringify(json, null, 2));
  }

  album(path: string, title: string): void {
    const date = { timestamp: '1564000000', formatted: '24.07.2019, 20:26:40 UTC' };
    this.write(path, JSON.stringify({ title, description: '', access: 'protected', date }));
  }
}
