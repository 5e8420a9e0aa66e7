import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useMay } from '../../session/account';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { TextLink } from '../../ui/links';
import { ownerOf } from './owner';

const route = getRouteApi('/signed-in/ids/$id');

/** Leads to a part of something by its ID, such as a gateway, on the page of what it belongs to. */
export function ById() {
  const { id } = route.useParams();
  const owner = ownerOf(id);
  const may = useMay();
  const mayRead = owner === null || may(owner.needs);
  const query = useQuery({
    queryKey: ['owner', id],
    queryFn: ({ signal }) => owner?.pathOf(id, { signal }) ?? null,
    enabled: mayRead,
  });
  return (
    <Page title="Search by ID" restricted={!mayRead && owner.restricted}>
      <Loaded query={query} title="The ID could not be looked up">
        {(path) =>
          path === null ? (
            <EmptyState icon={Compass} text="Nothing in this account has this ID.">
              <TextLink to="/">Home</TextLink>
            </EmptyState>
          ) : (
            <Navigate to={path} search={{ id }} replace />
          )
        }
      </Loaded>
    </Page>
  );
}
