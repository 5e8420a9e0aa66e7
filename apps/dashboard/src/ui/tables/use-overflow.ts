import { useEffect, useRef, useState } from 'react';

/**
 * Whether a table is wider than the page leaves it. Only then may it scroll sideways, because the head of a table that scrolls
 * by itself does not stay below the bar of the frame.
 */
export function useOverflow() {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const [frame, table] = [ref.current, ref.current?.firstElementChild];
    if (!frame || !table) return undefined;
    const observer = new ResizeObserver(() => setWide(table.scrollWidth > frame.clientWidth + 1));
    observer.observe(frame);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { ref, isWide };
}
