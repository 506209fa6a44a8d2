import { AdminRoutes } from './admin.ts';
import { AlbumRoutes } from './albums.ts';
import { BackupRoutes } from './backups.ts';
import { Client, type ClientOptions } from './client.ts';
import { FaceRoutes } from './faces.ts';
import { FolderRoutes } from './folders.ts';
import { HouseholdRoutes } from './household.ts';
import { LibraryRoutes } from './library.ts';
import { OwnHiddenRoutes } from './own-hidden.ts';
import { PeopleRoutes } from './people.ts';
import { PhotoRoutes } from './photos.ts';
import { SearchRoutes } from './search.ts';
import { ServerRoutes } from './server.ts';
import { SessionRoutes } from './session.ts';
import { StackRoutes } from './stacks.ts';
import { TripRoutes } from './trips.ts';

/** The client of all API routes. */
export class Api {
  /** For routes that only a few pages use, which import the code themselves. */
  readonly client: Client;
  readonly session: SessionRoutes;
  readonly server: ServerRoutes;
  readonly photos: PhotoRoutes;
  readonly library: LibraryRoutes;
  readonly folders: FolderRoutes;
  readonly trips: TripRoutes;
  readonly stacks: StackRoutes;
  readonly albums: AlbumRoutes;
  readonly people: PeopleRoutes;
  readonly faces: FaceRoutes;
  readonly search: SearchRoutes;
  readonly admin: AdminRoutes;
  readonly backups: BackupRoutes;
  readonly household: HouseholdRoutes;
  readonly ownHidden: OwnHiddenRoutes;

  constructor(options: ClientOptions) {
    const client = new Client(options);
    this.client = client;
    this.session = new SessionRoutes(client);
    this.server = new ServerRoutes(client);
    this.photos = new PhotoRoutes(client);
    this.albums = new AlbumRoutes(client);
    this.library = new LibraryRoutes(client);
    this.folders = new FolderRoutes(client);
    this.trips = new TripRoutes(client);
    this.stacks = new StackRoutes(client);
    this.people = new PeopleRoutes(client);
    this.faces = new FaceRoutes(client);
    this.search = new SearchRoutes(client);
    this.admin = new AdminRoutes(client);
    this.backups = new BackupRoutes(client);
    this.household = new HouseholdRoutes(client);
    this.ownHidden = new OwnHiddenRoutes(client);
  }
}
