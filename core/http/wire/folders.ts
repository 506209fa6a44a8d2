/** A folder of the photo store; `path` with slashes, empty for the top. */
export interface FolderItem {
  path: string;
  name: string;
  /** Visible photos in it and below it. */
  photo_count: number;
  cover_url: string | null;
}

export interface Folders {
  path: string;
  photo_count: number;
  /** Number of photos in the folder itself. */
  photos_here: number;
  /** Right below it, by name. */
  folders: FolderItem[];
  total: number;
}

/** Whether there are folders for the caller. */
export interface FoldersSeen {
  seen: boolean;
}

/** Whether readers see folders. */
export interface FolderSettings {
  readers: boolean;
}
