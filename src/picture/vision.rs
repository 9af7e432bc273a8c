//! How far the seats' colours lie apart, for every kind of colour vision.

#[cfg(test)]
mod tests {
    use crate::picture::palette::Ink;
    use crate::picture::tile::fill_ink;
    use crate::rules::Seat;

    /// Linear red, green and blue as somebody without one kind of cone sees them.
    type Vision = [[f64; 3]; 3];

    /// Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
    /// Deficiency, IEEE Transactions on Visualization and Computer Graphics 15(6), 2009: the matrices
    /// of severity 1.0.
    const VISIONS: [(&str, Vision); 4] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    /// The transfer function of sRGB, IEC 61966-2-1.
    fn linear(channel: u8) -> f64 {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    }

    fn times(matrix: &Vision, colour: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum())
    }

    /// CIE 1976 L*a*b* under D65, by way of the sRGB primaries.
    fn lab(ink: Ink, vision: &Vision) -> [f64; 3] {
        const XYZ: Vision = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let seen = times(vision, ink.0.map(linear)).map(|channel| channel.clamp(0.0, 1.0));
        let [x, y, z] = times(&XYZ, seen);
        let bent = |share: f64| {
            if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 }
        };
        let (x, y, z) = (bent(x / 0.950_47), bent(y), bent(z / 1.088_83));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// ΔE*ab of CIE 1976.
    fn distance(one: Ink, other: Ink, vision: &Vision) -> f64 {
        let (one, other) = (lab(one, vision), lab(other, vision));
        one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn seats_and_board_stay_apart_for_every_kind_of_colour_vision() {
        let seats = Seat::ALL.map(|seat| (seat.code(), fill_ink(seat)));
        let boards = [("field", Ink::FIELD), ("parchment", Ink::PARCHMENT)];
        for (name, vision) in &VISIONS {
            let mut least = (f64::MAX, "", "");
            for (place, (one, ink)) in seats.iter().enumerate() {
                for (other, beside) in seats[place + 1..].iter().chain(&boards) {
                    let apart = distance(*ink, *beside, vision);
                    if apart < least.0 {
                        least = (apart, one, other);
                    }
                }
            }
            let (apart, one, other) = least;
            println!("{name}: {one} and {other} are closest, {apart:.1}");
            assert!(apart >= 20.0, "{name}: {one} and {other} lie {apart:.1} apart");
        }
    }

    #[test]
    fn seats_and_board_have_greys_of_their_own() {
        let grey = |ink| lab(ink, &VISIONS[0].1)[0];
        let mut greys: Vec<f64> = Seat::ALL.map(|seat| grey(fill_ink(seat))).to_vec();
        greys.push(grey(Ink::FIELD));
        greys.sort_by(f64::total_cmp);
        println!("lightness: {greys:.1?}");
        assert!(greys.windows(2).all(|pair| pair[1] - pair[0] >= 10.0), "{greys:.1?}");
    }

    #[test]
    fn the_measure_agrees_with_known_colours() {
        let plain = &VISIONS[0].1;
        // White and black are 100 apart; pure red is L* 53.2, a* 80.1, b* 67.2 (CIE, from sRGB).
        assert!((distance(Ink([255; 3]), Ink([0; 3]), plain) - 100.0).abs() < 0.1);
        let red = lab(Ink([255, 0, 0]), plain);
        assert!(red.iter().zip([53.2, 80.1, 67.2]).all(|(a, b)| (a - b).abs() < 0.2), "{red:?}");
    }
}
