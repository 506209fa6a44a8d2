import type { JSX } from 'preact';
import type { Role } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import { Message } from './message.tsx';

/** A page that the user may not see, such as one whose link was passed on by a user with another role. */
export function NoAccess({ needs }: { needs: Role }): JSX.Element {
  return (
    <main>
      <Message drawing="hidden" title={text.noAccess} body={needs === 'admin' ? text.forAdmins : text.forWriters}>
        <a class="button" href="#/">
          {text.toTimeline}
        </a>
      </Message>
    </main>
  );
}
