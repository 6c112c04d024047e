import type { HistoryRequest } from '../../../src/contract/history.ts';
import { bytes, duration } from './format.ts';

type Request = Pick<HistoryRequest, 'url' | 'method' | 'type' | 'status' | 'duration' | 'size' | 'failure'>;

export function RequestTable({ requests, hasType = false }: { requests: readonly Request[]; hasType?: boolean }) {
  return (
    <table className="requests">
      <thead>
        <tr>
          <th>Status</th>
          <th>Method</th>
          <th>Address</th>
          {hasType && <th>Type</th>}
          <th className="number">Size</th>
          <th className="number">Time</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ url, method, type, status, size, failure, ...request }, index) => (
          <tr key={index} data-failed={failure !== undefined || (status ?? 0) >= 400}>
            <td title={failure}>{failure ? 'Failed' : (status ?? '…')}</td>
            <td>{method}</td>
            <td className="address" title={url}>
              <Address url={url} />
            </td>
            {hasType && <td>{type}</td>}
            <td className="number">{size === undefined ? '' : bytes(size)}</td>
            <td className="number">{request.duration === undefined ? '' : duration(request.duration)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// The origin is dimmed: it is mostly the same.
function Address({ url }: { url: string }) {
  const origin = /^\w+:\/\/[^/]+(?=\/)/.exec(url)?.[0] ?? '';
  return (
    <>
      <span className="origin">{origin}</span>
      {url.slice(origin.length)}
    </>
  );
}
