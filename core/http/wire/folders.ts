/** A folder of the photo store. `path` uses slashes, and is empty for the root. */
export interface FolderItem {
  path: string;
  name: string;
  /** The number of visible photos in it and its subfolders. */
  photo_count: number;
  cover_url: string | null;
}

export interface Folders {
  path: string;
  photo_count: number;
  /** The number of photos in the folder itself. */
  photos_here: number;
  /** The direct subfolders, sorted by name. */
  folders: FolderItem[];
  total: number;
}

/** Whether there are folders that the caller may see. */
export interface FoldersSeen {
  seen: boolean;
}

/** Whether readers may see folders. */
export interface FolderSettings {
  readers: boolean;
}
