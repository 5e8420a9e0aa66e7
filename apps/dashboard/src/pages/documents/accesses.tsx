import { useMay } from '../../session/account';
import { TextLink } from '../../ui/links';

/** Owners and admins may see the access log; they alone may change members. */
export function useMaySeeAccesses(): boolean {
  const may = useMay();
  return may('compliance:read') && may('members:write');
}

/** Leads to the accesses to an end user or a document. */
export function AccessLogLink({ id }: { id: string }) {
  if (!useMaySeeAccesses()) return null;
  return (
    <TextLink to="/documents/access-log" search={{ resource_id: id }} display="inline-block" mt="md">
      Who has read this
    </TextLink>
  );
}
