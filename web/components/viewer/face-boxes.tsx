import type { CSSProperties, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Face } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { FaceName } from '../people/face-name.tsx';

/** The faces in the open photo, each in a box that leads to its person, or asks who it is. */
export function FaceBoxes(): JSX.Element {
  const { viewer, session } = useApp();
  const [asked, setAsked] = useState<number | null>(null);
  // Beside the picture, not in it: lines and names keep their size when it is zoomed.
  const placed = (box: Face['box']): CSSProperties => {
    const { x, y, width, height } = viewer.view.onStage(box);
    return { left: `calc(50% + ${x}px)`, top: `calc(50% + ${y}px)`, width, height };
  };
  return (
    <div class="seen-faces">
      {(viewer.faces.faces.value ?? []).map((face) => {
        const { id, person_id, person_name } = face;
        const label = person_name ?? text.unknownFace;
        const name = <bdi class="face-label">{label}</bdi>;
        const mayName = person_name === null && session.may('write');
        return (
          <div key={id} class="seen-face" style={placed(face.box)} data-known={person_name !== null}>
            {mayName ? (
              <button
                type="button"
                aria-label={text.nameFace}
                aria-expanded={asked === id}
                onClick={() => {
                  setAsked(asked === id ? null : id);
                }}
              >
                {asked !== id && name}
              </button>
            ) : person_id !== null ? (
              <a href={formatPlace(placeOf('people', { about: String(person_id) }))}>{name}</a>
            ) : (
              <span>{name}</span>
            )}
            {mayName && asked === id && (
              <FaceName
                face={face}
                focused
                done={() => {
                  setAsked(null);
                }}
              >
                <NotAFace face={face} />
              </FaceName>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Beside the question whose it is. */
function NotAFace({ face }: { face: Face }): JSX.Element {
  const { viewer, toasts } = useApp();
  const reject = async (): Promise<void> => {
    try {
      toasts.say(text.faceRejected, await viewer.faces.reject(face));
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <button
      class="button not-a-face"
      type="button"
      // The field keeps the focus until the button has been clicked: without it the question would close.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={() => void reject()}
    >
      {text.notAFace}
    </button>
  );
}
