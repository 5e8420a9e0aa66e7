import { TextLink } from '../../../ui/links';
import { useMaySeeAccesses } from './use-access-log';

/** Leads to the accesses to an end user or a document. */
export function AccessLogLink({ id }: { id: string }) {
  if (!useMaySeeAccesses()) return null;
  return (
    <TextLink to="/documents/access-log" search={{ resource_id: id }} fz="sm" display="inline-block" mt="md">
      Who has read this
    </TextLink>
  );
}
