const RELOADED = 'trunkline-reloaded-for';

/** The script that a page of the dashboard begins with. Its name changes with each build. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Returns the entry of the build that the server has, if it is another one than that of this page. */
async function newEntry(): Promise<string | null> {
  const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' });
  if (!response.ok) return null;
  const entry = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  return entry === entryOf(document) ? null : entry;
}

/** Reloads the page if a deploy has replaced its build, at most once per build. Returns whether it does. */
export async function reloadAfterDeploy(): Promise<boolean> {
  const entry = await newEntry().catch(() => null);
  if (entry === null || sessionStorage.getItem(RELOADED) === entry) return false;
  sessionStorage.setItem(RELOADED, entry);
  window.location.reload();
  return true;
}
