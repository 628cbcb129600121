// Tells the stylesheet how much of the window the bars cover, so that what takes the focus is never scrolled
// to beneath them.

/**
 * @param {HTMLElement} bar at the window's top
 * @param {HTMLElement} actions at its bottom on small screens, else within the bar
 */
export function watchBars(bar, actions) {
    const root = document.documentElement;
    const measure = () => {
        const top = getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
        const bottom = getComputedStyle(actions).position === "fixed" ? actions.offsetHeight : 0;
        root.style.setProperty("--bar", `${top}px`);
        root.style.setProperty("--actions", `${bottom}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(bar);
    watch.observe(actions);
    watch.observe(root);
}
