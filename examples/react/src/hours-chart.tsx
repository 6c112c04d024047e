import { useTool } from '@btcp/react';
import { type CSSProperties, useState } from 'react';

const START = { Mon: 4, Tue: 6, Wed: 2, Thu: 5, Fri: 3, Sat: 0, Sun: 1 };
const MOST = 12;

export function HoursChart() {
  const [hours, setHours] = useState<Record<string, number>>(START);

  useTool({ name: 'read_hours', description: 'Reads the focus hours of each day.', handler: () => hours });

  useTool({
    name: 'set_hours',
    description: 'Sets the focus hours of one day.',
    inputSchema: {
      type: 'object',
      properties: {
        day: { enum: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] },
        hours: { type: 'number', minimum: 0, maximum: MOST },
      },
      required: ['day', 'hours'],
    },
    handler: ({ day, hours: wanted }) => {
      setHours((current) => ({ ...current, [day]: wanted }));
      return `${day}: ${wanted} hours`;
    },
  });

  return (
    <section className="card">
      <h2>
        Focus hours <small>{Object.values(hours).reduce((sum, each) => sum + each, 0)} h this week</small>
      </h2>
      <div className="chart">
        {Object.entries(hours).map(([day, count]) => (
          <button
            type="button"
            key={day}
            className="bar"
            style={{ '--hours': count } as CSSProperties}
            aria-label={`${day}: ${count} hours, add one`}
            onClick={() => setHours({ ...hours, [day]: (Math.floor(count) + 1) % (MOST + 1) })}
          >
            <b>{count}</b>
            <span>{day}</span>
          </button>
        ))}
      </div>
      <p className="hint">Press a bar to add an hour.</p>
    </section>
  );
}
