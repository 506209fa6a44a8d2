import { ProgramFinder } from '../media/video/programs.ts';
import { SourceTap } from '../media/video/source-tap.ts';
import { MotionParts } from '../services/motion-parts.ts';
import { SourceReads } from '../services/source-reads.ts';
import { StreamPlaces } from '../services/stream-places.ts';
import { VideoStreams } from '../services/video-streams.ts';
import { Users } from '../store/accounts/users.ts';
import { Motions } from '../store/photos/motions.ts';
import { Photos } from '../store/photos/photos.ts';
import { countSourceFault } from './count-faults.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Videos and motion parts: reading, converting and streaming. */
export function registerVideos(register: Register): void {
  register(inject.videoPrograms, () => new ProgramFinder());
  register(inject.sourceTap, () => new SourceTap());
  register(
    inject.sourceReads,
    (c) =>
      new SourceReads({
        source: c.resolve(inject.readableSource),
        interactive: c.resolve(inject.interactive),
        onAway: () => {
          c.resolve(inject.sourceWatch).doubt();
        },
        onFault: countSourceFault(c),
      }),
  );
  register(
    inject.motionParts,
    (c) => new MotionParts({ motions: c.resolve(Motions), reads: c.resolve(inject.sourceReads) }),
  );
  register(inject.streamPlaces, () => new StreamPlaces());
  register(
    inject.videoStreams,
    (c) =>
      new VideoStreams({
        photos: c.resolve(Photos),
        users: c.resolve(Users),
        reads: c.resolve(inject.sourceReads),
        tap: c.resolve(inject.sourceTap),
        programs: c.resolve(inject.videoPrograms),
        motionParts: c.resolve(inject.motionParts),
        places: c.resolve(inject.streamPlaces),
        interactive: c.resolve(inject.interactive),
        onAway: () => {
          c.resolve(inject.sourceWatch).doubt();
        },
      }),
  );
}
