import { Outlet, useRouterState } from '@tanstack/react-router';

/** Around each page: a line at the upper edge while the next one is loaded, which the styles show after 300 ms. */
export function Frame() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return (
    <>
      {isLoading && <div className="progress" role="progressbar" aria-label="Loading the page" />}
      <Outlet />
    </>
  );
}
