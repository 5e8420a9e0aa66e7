import { useEffect, useRef } from 'react';

/** The path of the page that was shown last; undefined before the first. */
let shownPath: string | undefined;

/**
 * Sets the title of the document, and moves the focus to the heading after a navigation. A title that changes on the same page,
 * such as the name of what was renamed, leaves the focus where the user is.
 */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = window.location.pathname;
  useEffect(() => {
    document.title = `${title} · Trunkline`;
    if (shownPath !== undefined && shownPath !== path) heading.current?.focus();
    shownPath = path;
  }, [title, path]);
  return heading;
}
