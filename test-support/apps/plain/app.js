const state = { text: '', agreed: false, color: 'red', notes: '', count: 0 };

document.getElementById('app').innerHTML = `<main>
  <input id="text"><input id="agreed" type="checkbox">
  <select id="color"><option value="red">Red</option><option value="blue">Blue</option></select>
  <textarea id="notes"></textarea>
  <button id="count" type="button">Count</button>
  <pre id="state"></pre>
</main>`;

const show = () => {
  document.getElementById('state').textContent = JSON.stringify(state);
};
for (const name of ['text', 'agreed', 'color', 'notes']) {
  document.getElementById(name).addEventListener('input', ({ target }) => {
    state[name] = target.type === 'checkbox' ? target.checked : target.value;
    show();
  });
}
document.getElementById('count').addEventListener('click', () => {
  state.count++;
  show();
});
show();
