import type { CSSProperties, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Face } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { FaceName } from '../people/face-name.tsx';

/** The most milliseconds between the clicks of a double click. */
const doubleClick = 260;

/**
 * The faces in the open photo, each in a box that links to its person, or asks for a name.
 * @param quiet whether a box is visible only on hover or focus
 */
export function FaceBoxes({ quiet }: { quiet: boolean }): JSX.Element {
  const { viewer, session } = useApp();
  const [openId, setOpenId] = useState<number | null>(null);
  const clickTimer = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(clickTimer.current);
    },
    [],
  );
  /** A double click zooms, so a single click waits until no second one follows. */
  const onSingleClick = (event: MouseEvent, action: () => void): void => {
    event.preventDefault();
    clearTimeout(clickTimer.current);
    if (!quiet || event.detail === 0) action();
    else if (event.detail === 1) clickTimer.current = window.setTimeout(action, doubleClick);
  };
  // Drawn beside the picture, so that lines and names keep their size when it is zoomed.
  const styleOf = (box: Face['box']): CSSProperties => {
    const { x, y, width, height } = viewer.view.onStage(box);
    return { left: `calc(50% + ${x}px)`, top: `calc(50% + ${y}px)`, width, height };
  };
  return (
    <div class="seen-faces" data-quiet={quiet}>
      {(viewer.faces.faces.value ?? []).map((face) => {
        const { id, person_id, person_name } = face;
        const mayName = person_name === null && session.may('write');
        const label = person_name ?? (mayName ? text.nameFace : text.unknownFace);
        const name = <bdi class="face-label">{label}</bdi>;
        const page = person_id === null ? '' : formatPlace(placeOf('people', { about: String(person_id) }));
        return (
          <div key={id} class="seen-face" style={styleOf(face.box)} data-known={person_name !== null}>
            {mayName ? (
              <button
                type="button"
                aria-label={text.nameFace}
                aria-expanded={openId === id}
                onClick={(event) => {
                  onSingleClick(event, () => {
                    setOpenId(openId === id ? null : id);
                  });
                }}
              >
                {openId !== id && name}
              </button>
            ) : person_id !== null ? (
              <a
                href={page}
                // For screen readers, also while the name is invisible.
                aria-label={label}
                draggable={false}
                onClick={(event) => {
                  // Clicks that open a new tab are left to the browser.
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  onSingleClick(event, () => {
                    location.hash = page;
                  });
                }}
              >
                {name}
              </a>
            ) : (
              <span>{name}</span>
            )}
            {mayName && openId === id && (
              <FaceName
                face={face}
                focused
                done={() => {
                  setOpenId(null);
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

/** A button beside the name field. */
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
      // The field keeps the focus until the click: without it, the form would close first.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={() => void reject()}
    >
      {text.notAFace}
    </button>
  );
}
