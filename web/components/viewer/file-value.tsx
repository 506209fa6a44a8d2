import type { JSX } from 'preact';
import type { EditedFact, Photo, PhotoOriginal } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { captureDayAndClock, clockOffset } from '../../state/format.ts';
import type { FactsChange } from '../../state/photos/photo-edits.ts';
import { text } from '../../strings/index.ts';
import { placeName } from '../../strings/language.ts';

const revertingChanges: Readonly<Record<EditedFact, FactsChange>> = {
  time: { taken_at_local: null },
  place: { lat: null, lng: null },
  caption: { caption: null },
  rotation: { rotation: null },
};

/** The file's value of an edited fact, with a button that reverts to it. */
export function FileValue({ photo, fact, name }: { photo: Photo; fact: EditedFact; name: string }): JSX.Element | null {
  const { edits, open, session, toasts } = useApp();
  if (!photo.original || !photo.edited.includes(fact)) return null;
  const restore = async (): Promise<void> => {
    try {
      const undo = await edits.setFacts([photo], revertingChanges[fact]);
      if (undo) toasts.say(text.edits.backDone, undo);
    } catch (error) {
      toasts.fail(error);
    }
  };
  const value = valueOf(photo.original, fact);
  return (
    <span class="file-value">
      {value !== null && (
        <small>
          <bdi>{text.edits.inFile(value)}</bdi>
        </small>
      )}
      {session.may('write') && (
        <button
          type="button"
          class="button quiet"
          aria-label={text.edits.backFor(name)}
          disabled={open.uid.value !== photo.uid}
          onClick={() => void restore()}
        >
          {text.edits.back}
        </button>
      )}
    </span>
  );
}

/** Null for facts without a text. */
function valueOf(original: PhotoOriginal, fact: EditedFact): string | null {
  const { place, lat, lng, caption } = original;
  if (fact === 'rotation') return null;
  if (fact === 'caption') return caption ?? text.edits.nothingInFile;
  if (fact === 'place') {
    if (place !== null) return placeName(place);
    return lat === null || lng === null ? text.edits.nothingInFile : `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
  }
  const { day, clock } = captureDayAndClock(original.taken_at_local);
  return [day, clock, clockOffset(original)].filter(Boolean).join(' · ');
}
