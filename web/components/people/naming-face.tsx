import type { JSX } from 'preact';
import { peopleAction } from '../../actions/people-actions.ts';
import { formatCount } from '../../state/format.ts';
import type { FaceQueue, QueuedFace } from '../../state/people/face-queue.ts';
import type { NamingQueue } from '../../state/people/naming-queue.ts';
import { text } from '../../strings/index.ts';
import { TextButton } from '../elements/text-button.tsx';
import { FacePicture } from './face-picture.tsx';
import { NamingField } from './naming-field.tsx';
import { SuggestedPeople } from './suggested-people.tsx';
import { formatPlace, placeOf } from '../../state/routes.ts';

/** A face without an owner, its photo, and suggested people. */
export function NamingFace({ queue }: { queue: NamingQueue }): JSX.Element | null {
  const faces = queue.faces.value;
  const item = faces.current.value;
  if (!item) return null;
  const at = formatCount(faces.at.value + 1);
  // The total is only known for this stage: likely people are found while all faces are compared.
  const isCounted = queue.stage.value === 'rest';
  return (
    <div class="face-queue">
      <div class="face-seen">
        <FacePicture key={item.face.id} url={item.face.crop_url} shape="square" />
        <FacePhoto faces={faces} />
      </div>
      <div class="face-decide">
        <header>
          <h2>{decisionText(item.decided)}</h2>
          {isCounted && <small class="count">{text.faceOf(at, formatCount(faces.total.value))}</small>}
        </header>
        <NamingField
          key={item.face.id}
          create={(name) => {
            faces.name(name);
          }}
          choose={({ id, name }) => {
            faces.assignTo(id, name);
          }}
        />
        <div class="face-steps">
          <TextButton action={peopleAction('reject-face')} kind="quiet" />
          <TextButton action={peopleAction('ignore-face')} kind="quiet" />
          <div class="face-turns">
            <TextButton action={peopleAction('face-before')} kind="quiet" />
            <TextButton action={peopleAction('skip-face')} />
          </div>
        </div>
        <SuggestedPeople queue={queue} />
        <p class="face-followed" role="status">
          {faces.followed.value > 0 && text.followed(faces.followed.value)}
        </p>
      </div>
      <div hidden>
        {faces.next.value.map(({ face }) => face.crop_url && <img key={face.id} src={face.crop_url} alt="" />)}
      </div>
    </div>
  );
}

function decisionText(decided: QueuedFace['decided']): string {
  if (!decided) return text.whoIsThis;
  if (!decided.isFace) return text.saidNoFace;
  return decided.isIgnored ? text.saidIgnored : text.saidToBe(decided.name);
}

/** The photo of the queue's face, small, with a box around the face. */
function FacePhoto({ faces }: { faces: FaceQueue }): JSX.Element {
  const face = faces.current.value?.face;
  const photo = faces.photo.value;
  if (!face || !photo?.thumb_url) return <div class="face-photo" />;
  const { x, y, w, h } = face.box;
  const part = (fraction: number): string => `${(fraction * 100).toFixed(2)}%`;
  const aspectRatio = photo.width && photo.height ? `${photo.width} / ${photo.height}` : '1';
  return (
    <div class="face-photo">
      <a
        href={formatPlace(placeOf('timeline', { photo: photo.uid }))}
        aria-label={text.facePhoto}
        style={{ aspectRatio }}
      >
        <img key={photo.uid} src={photo.thumb_url} alt="" draggable={false} />
        <span class="face-box" style={{ left: part(x), top: part(y), width: part(w), height: part(h) }} />
      </a>
    </div>
  );
}
