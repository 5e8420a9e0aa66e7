import { Compass } from 'lucide-react';
import { EmptyState } from '../ui/feedback/empty-state';
import { Page } from '../ui/layout/page';
import { TextLink } from '../ui/links';

/** Stands at addresses that no page has, in the frame, so that the navigation and the search lead on. */
export function NotFound() {
  return (
    <Page title="This page does not exist">
      <EmptyState icon={Compass} text="Check the address, or search for a name, number, page or ID above.">
        <TextLink to="/">Home</TextLink>
      </EmptyState>
    </Page>
  );
}
